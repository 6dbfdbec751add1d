/** '12,50' as Spanish and French write it. A comma before three digits may stand for thousands and is left to the server to refuse. */
export const withPoint = (amount: string): string => amount.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');
