export const origin = 'http://127.0.0.1:4173';
/** Short links are answered by the edge, which listens beside the app. */
export const linkOrigin = 'http://127.0.0.1:4175';
export const mailPort = 4174;
/** The same installation as an operator has closed it: nobody can register. */
export const closedOrigin = 'http://127.0.0.1:4178';
