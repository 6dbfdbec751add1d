import { simpleParser } from 'mailparser';
import { type DeliveryStatus, deliveryStatusIn } from './delivery-status.ts';

/** Bytes of headers a server that reports a delivery writes, and more; a megabyte of addresses took seconds to read. */
const mostHeaders = 65_536;

const parsing = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, keepDeliveryStatus: true };

/** In a thread: what a stranger wrote decides how long it takes. Null when it reports no delivery. */
export async function readBounce(sent: Uint8Array): Promise<DeliveryStatus | null> {
  const mail = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  if (headersEnd(mail) > mostHeaders) return null;
  return deliveryStatusIn(await simpleParser(mail, parsing));
}

function headersEnd(mail: Buffer): number {
  const ends = [mail.indexOf('\r\n\r\n'), mail.indexOf('\n\n')].filter((at) => at !== -1);
  return ends.length === 0 ? mail.length : Math.min(...ends);
}
