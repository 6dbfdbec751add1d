export const origin = 'http://127.0.0.1:4173';
export const mailPort = 4174;
