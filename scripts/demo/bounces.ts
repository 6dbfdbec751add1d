import { createTransport } from 'nodemailer';

let last: Promise<void> = Promise.resolve();

/**
 * The receiving server says by email to the return path that there is no such mailbox (RFC 3464). One after the other: Waggle takes
 * ten sessions of one network at once, and all readers of the demo are in one.
 */
export function reportBounce(port: number, returnPath: string, recipient: string): Promise<void> {
  last = last.then(() => report(port, returnPath, recipient));
  return last;
}

async function report(port: number, returnPath: string, recipient: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from: '', to: [returnPath] }, raw: reportFor(recipient) });
  } finally {
    transport.close();
  }
}

const reportFor = (recipient: string): string =>
  [
    'From: MAILER-DAEMON@mx.example.net',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
    '',
    '--report',
    'Content-Type: text/plain',
    '',
    'The mailbox does not exist.',
    '--report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 No such user',
    '',
    '--report--',
    '',
  ].join('\r\n');
