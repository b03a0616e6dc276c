/** The name of a test as the beginning of a unique world name: `a-new-order-is-listed-1f3a9c0b`. */
export const worldNameFor = (test: string): string => {
  const words = test.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const unique = crypto.randomUUID().slice(0, 8);
  const name = [...words, unique].join('-');
  return name.length <= 64 ? name : `${words.join('-').slice(0, 55)}-${unique}`;
};
