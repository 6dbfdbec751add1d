import { importLimits } from '@waggle/contracts/imports';
import { expect, test, vi } from 'vitest';
import { ApiProblem } from '#lib/api.ts';
import { faultOf, UnreadableFile, uploadParts } from './upload.ts';

const { partBytes, fileBytes } = importLimits;
const lost = () => new ApiProblem({ code: 'network', message: 'Network error occurred' }, 0);
const refused = () => new ApiProblem({ code: 'invalid', message: 'No' }, 400);
const fileOf = (bytes: number) => new Blob([new Uint8Array(bytes)]);

function sender(answers: (Error | undefined)[] = []) {
  const sent: [part: number, bytes: number][] = [];
  const send = vi.fn<(part: number, content: Blob) => Promise<void>>(async (part, content) => {
    const answer = answers.shift();
    if (answer) throw answer;
    sent.push([part, content.size]);
  });
  return { send, sent };
}

const patience = () => ({ signal: new AbortController().signal, onSent: vi.fn<(bytes: number) => void>(), pause: 0 });

test('a file goes up in pieces of 4 MiB and a rest, in their order', async () => {
  const { send, sent } = sender();
  const options = patience();

  await uploadParts(fileOf(2 * partBytes + 7), send, options);

  expect(sent).toEqual([
    [0, partBytes],
    [1, partBytes],
    [2, 7],
  ]);
  expect(options.onSent.mock.calls.flat()).toEqual([partBytes, 2 * partBytes, 2 * partBytes + 7]);
});

test('a file of exactly one piece has no empty second one', async () => {
  const { send, sent } = sender();

  await uploadParts(fileOf(partBytes), send, patience());

  expect(sent).toEqual([[0, partBytes]]);
});

test('a lost piece is sent again, three times at most', async () => {
  const saved = sender([lost(), lost(), lost()]);
  await uploadParts(fileOf(5), saved.send, patience());
  expect(saved.sent).toEqual([[0, 5]]);

  const given = sender([lost(), lost(), lost(), lost()]);
  await expect(uploadParts(fileOf(5), given.send, patience())).rejects.toThrow('Network error occurred');
  expect(given.send).toHaveBeenCalledTimes(4);
});

test('what the server refuses is not tried again', async () => {
  const { send } = sender([refused()]);

  await expect(uploadParts(fileOf(5), send, patience())).rejects.toThrow('No');

  expect(send).toHaveBeenCalledTimes(1);
});

test('nothing more is sent once the upload was cancelled', async () => {
  const stop = new AbortController();
  const { send, sent } = sender();

  const upload = uploadParts(fileOf(3 * partBytes), send, {
    ...patience(),
    signal: stop.signal,
    onSent: () => stop.abort(),
  });

  await expect(upload).rejects.toThrow('aborted');
  expect(sent).toHaveLength(1);
});

test('a file that vanished from the disk is not taken for a lost network', async () => {
  const gone = fileOf(5);
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) as Blob;

  await expect(uploadParts(gone, sender().send, patience())).rejects.toBeInstanceOf(UnreadableFile);
});

test.each([
  ['people.csv', 10, undefined],
  ['PEOPLE.CSV', 10, undefined],
  ['people.pdf', 10, 'type'],
  ['people.xlsx', 10, undefined],
  ['people.VCF', 10, undefined],
  ['people.csv', 0, 'empty'],
  ['people.csv', fileBytes, undefined],
  ['people.csv', fileBytes + 1, 'large'],
])('%s of %d bytes: %s', (name, size, fault) => {
  expect(faultOf({ name, size })).toBe(fault);
});
