/** What a name is however it is written: `userId`, `user_id` and `User-ID` are `userid`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
