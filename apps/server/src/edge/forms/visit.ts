import type { IncomingHttpHeaders } from 'node:http';

/** Names programs give themselves beside the name all browsers share. */
const program = /bot|crawl|spider|preview|scan|monitor|fetch|python|curl|wget|https?:\/\//i;

/** Whether somebody looks at the page: no program that says what it is, and no browser that loads it ahead. */
export function isVisit(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  if (headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz']) return false;
  const dest = headers['sec-fetch-dest'];
  if (dest !== undefined && dest !== 'document' && dest !== 'iframe') return false;
  return agent.startsWith('Mozilla/') && !program.test(agent);
}
