/** The parts of nodemailer's error that say what the server answered, and to which command. */
export type SmtpError = Error & {
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
  code?: string | undefined;
  /** What Node or OpenSSL called it, where nodemailer put a code of its own over it. */
  originalCode?: string | undefined;
};
