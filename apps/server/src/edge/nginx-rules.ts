import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pageHtml } from './pages.ts';
import type { Redirect } from './static-site.ts';

/** nginx reads no longer word than 4,096 bytes. */
const longestWord = 4_000;

/**
 * A file for nginx's `conf.d`. Its maps do not tell a from A while codes do: so the exact code is kept beside the target
 * and compared, and a code that differs from an earlier one in nothing but case stands in a list of its own.
 */
export async function createNginxRules(path: string) {
  const scratch = await mkdtemp(join(tmpdir(), 'waggle-rules-'));
  const part = (name: string) => join(scratch, name);
  const seen = new Set<string>();
  for (const name of ['long', 'targets', 'exact', 'twins']) await appendFile(part(name), '');

  async function* whole(): AsyncGenerator<string | Buffer> {
    yield head(seen.size);
    yield* createReadStream(part('long'));
    yield 'map $waggle_code $waggle_target {\n  default "";\n';
    yield* createReadStream(part('targets'));
    yield '}\nmap $waggle_code $waggle_exact {\n  default "";\n';
    yield* createReadStream(part('exact'));
    yield '}\nmap $waggle_code $waggle_twin {\n  default "";\n';
    yield* createReadStream(part('twins'));
    yield server;
  }

  return {
    async add(redirects: readonly Redirect[]): Promise<void> {
      const lines = { long: '', targets: '', exact: '', twins: '' };
      for (const { shortCode, location } of redirects) {
        const value = valueOf(location) ?? longName(shortCode);
        if (value.startsWith('$')) lines.long += `geo ${value} { default "${quoted(location)}"; }\n`;
        const folded = shortCode.toLowerCase();
        if (seen.has(folded)) {
          lines.twins += `  "~^${shortCode}$" "${value}";\n`;
        } else {
          seen.add(folded);
          lines.targets += `  ${shortCode} "${value}";\n`;
          lines.exact += `  ${shortCode} ${shortCode};\n`;
        }
      }
      for (const [name, text] of Object.entries(lines)) await appendFile(part(name), text);
    },
    async finish(): Promise<void> {
      await pipeline(Readable.from(whole()), createWriteStream(path));
      await rm(scratch, { recursive: true });
    },
  };
}

/** Inside double quotes a backslash and a quote mean something; outside of `geo` a dollar does as well. */
const quoted = (text: string): string => text.replace(/[\\"]/g, '\\$&');

function valueOf(location: string): string | undefined {
  const value = quoted(location).replaceAll('$', () => '${waggle_dollar}');
  return value.length <= longestWord ? value : undefined;
}

/** nginx folds the case of names too, so the code is spelled in numbers. */
const longName = (shortCode: string): string => `$waggle_long_${Buffer.from(shortCode).toString('hex')}`;

const head = (
  count: number,
): string => `# Redirects of all active QR codes. Copy this file to /etc/nginx/conf.d/ and remove the default site.
map_hash_max_size ${Math.max(2_048, count * 2)};
map_hash_bucket_size 128;
variables_hash_max_size 65536;
variables_hash_bucket_size 128;

# The only way to write this character into a target.
geo $waggle_dollar { default "$"; }
`;

const notFound = pageHtml('en', 'unknown').trim().replaceAll("'", '&#39;');

const server = `}

server {
  listen 80 default_server;
  server_name _;
  server_tokens off;
  default_type text/html;
  charset utf-8;
  add_header cache-control no-store always;
  add_header x-content-type-options nosniff always;

  location ~ "^/qr/(?<waggle_code>[1-9A-HJ-NP-Za-km-z]{8,16})/?$" {
    if ($waggle_exact = $waggle_code) { return 302 $waggle_target; }
    if ($waggle_twin != "") { return 302 $waggle_twin; }
    return 404 '${notFound}';
  }
  location / { return 404 '${notFound}'; }
}
`;
