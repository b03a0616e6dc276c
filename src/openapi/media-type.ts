/** `application/json` and `application/problem+json`, with parameters or without. */
export const isJsonType = (mediaType: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);
