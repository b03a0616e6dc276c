/** 0: fine; 1: findings; 2: a bad document, scenario or option, or a port in use. */
export const exitCodes = { fine: 0, findings: 1, bad: 2 } as const;
