import { gzipSync } from 'node:zlib';
import { importLimits } from '@waggle/contracts/imports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { importer } from './test-harness.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const part = (id: string, number: number, bytes: Uint8Array) =>
  admin.request('PUT', `/api/imports/${id}/parts/${number}`, bytes);

describe('an upload', () => {
  test('takes a file in pieces that are exactly as long as declared', async () => {
    const bytes = importLimits.partBytes + 10;
    const id = await importer(admin).create('large.csv', bytes);
    const line = Buffer.from(
      'email\n'
        .padEnd(100, 'x')
        .concat('\n')
        .repeat(Math.ceil(bytes / 100)),
    ).subarray(0, bytes);

    const short = await part(id, 0, line.subarray(0, 100));
    const beyond = await part(id, 2, line.subarray(0, 10));
    const last = await part(id, 1, line.subarray(importLimits.partBytes));
    const early = await importer(admin).open(id);
    const first = await part(id, 0, line.subarray(0, importLimits.partBytes));
    const opened = await importer(admin).open(id);

    expect([short, beyond, last, first].map(({ status }) => status)).toEqual([400, 400, 204, 204]);
    expect(early.body.message).toBe("The upload didn't finish. Please try again.");
    expect(opened.body).toMatchObject({ state: 'uploaded', encoding: 'utf-8', delimiter: ',' });
  });

  test('takes no more pieces once the import runs, nor another start', async () => {
    const { id } = await importer(admin).checked('email\na@bee.example\n');
    await admin.request('POST', `/api/imports/${id}/start`);

    const late = await part(id, 0, Buffer.from('email\nb@bee.example\n'));
    const again = await admin.request('POST', `/api/imports/${id}/start`);

    expect([late, again]).toMatchObject([{ status: 409 }, { status: 409, body: { code: 'wrong_state' } }]);
  });

  test.each([
    ['a gzip file', gzipSync('email\na@bee.example\n'), 'Failed to read the CSV file. Please try again.'],
    ['line breaks alone', Buffer.from('\n\r\n\n'), 'CSV file is empty'],
    ['one byte that is no value', Buffer.from(' '), 'CSV file is empty'],
    [
      '201 columns',
      Buffer.from(Array.from({ length: 201 }, (_, at) => `c${at}`).join(',')),
      "This file has more than 200 columns. Remove the ones you don't need.",
    ],
  ])('%s is refused in a sentence', async (_, bytes, message) => {
    const answer = await importer(admin).open(await importer(admin).upload(bytes));

    expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  test.each([
    ['people.xlsx', 10, 'Please select a CSV file.'],
    ['people.csv', 0, 'CSV file is empty'],
    ['people.csv', importLimits.fileBytes + 1, 'This file is larger than 200 MB. Split it into smaller files.'],
  ])('%s of %d bytes is refused before it begins', async (name, bytes, message) => {
    const answer = await admin.request('POST', '/api/imports', { name, bytes });

    expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  test('a plan names the address and knows every column', async () => {
    const { id } = await importer(admin).opened('name,mail\nAna,a@bee.example\n');

    const without = await importer(admin).check(id, { columns: [{ to: 'firstName' }, { to: 'skip' }] });
    const tooFew = await importer(admin).check(id, { columns: [{ to: 'email' }] });
    const unknown = await importer(admin).check(id, { columns: [{ to: 'email' }, { to: 'custom', key: 'nothing' }] });

    expect(without.body.message).toBe('CSV must contain an "email" column');
    expect([without, tooFew, unknown].map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  test('encoding and delimiter can be set by hand', async () => {
    const { id } = await importer(admin).opened('email;name,x\na@bee.example;b,c\n');

    const answer = await importer(admin).open(id, { delimiter: ',', encoding: 'windows-1252' });

    expect(answer.body).toMatchObject({ delimiter: ',', encoding: 'windows-1252' });
    expect(answer.body.columns.map(({ header }: { header: string }) => header)).toEqual(['email;name', 'x']);
  });

  test('imports are listed newest first', async () => {
    const list = await admin.request('GET', '/api/imports?limit=2');

    expect(list.status).toBe(200);
    expect(list.body.items).toHaveLength(2);
    expect(list.body.items[0].createdAt > list.body.items[1].createdAt).toBe(true);
  });

  test('a broken quote found by the check is said and ends the import', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `p${at}@bee.example,Ana`).join('\n');
    const { id, columns } = await importer(admin).opened(`email,name\n${rows}\nq@bee.example,"Bo\n`);

    await importer(admin).check(id, { columns: columns.map(({ guess }: { guess: object }) => guess) });
    const ended = await importer(admin).until(id, (state) => state !== 'checking');

    expect(ended).toMatchObject({ state: 'failed' });
    expect(ended.failure).toContain("A quote isn't closed");
  });
});
