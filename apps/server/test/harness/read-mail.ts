import { type ParsedMail, simpleParser } from 'mailparser';

/** A mail as a mail program reads it. */
export const readMail = (message: Buffer): Promise<ParsedMail> => simpleParser(message);
