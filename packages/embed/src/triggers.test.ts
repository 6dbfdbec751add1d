import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIt } from './triggers.ts';

/** A window of which only its scrolling counts. */
const phone = () => Object.assign(new EventTarget(), { scrollY: 0 });

let page = phone();
const open = vi.fn<() => void>();
let hovers = false;

beforeEach(() => {
  vi.useFakeTimers();
  page = phone();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', new EventTarget());
  hovers = false;
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: none)' && !hovers }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Scrolls to each place, 16 ms after the one before as browsers tell it. */
function scroll(...places: number[]) {
  for (const scrollY of places) {
    vi.advanceTimersByTime(16);
    page.scrollY = scrollY;
    page.dispatchEvent(new Event('scroll'));
  }
}
const steps = (from: number, to: number, size: number) =>
  Array.from(
    { length: Math.floor(Math.abs(to - from) / size) },
    (_, at) => from + Math.sign(to - from) * size * (at + 1),
  );

test('exit, where nothing hovers: going back up fast opens, once', () => {
  whenIt('exit', open);
  scroll(...steps(0, 2000, 50));
  expect(open).not.toHaveBeenCalled();

  scroll(...steps(2000, 1000, 50));
  scroll(...steps(1000, 2000, 50), ...steps(2000, 1000, 50));

  expect(open).toHaveBeenCalledOnce();
});

test.each([
  ['reading back', steps(2000, 0, 15)],
  ['a short flick', steps(2000, 1800, 50)],
  ['a jump of the page itself, to its top or a little up', [0, 2000, 1600]],
  ['flicks with reading between them', [...steps(2000, 1800, 50), 1805, ...steps(1805, 1605, 50)]],
])('exit, where nothing hovers: %s does not open', (_case, places) => {
  whenIt('exit', open);

  scroll(...steps(0, 2000, 50), ...places);

  expect(open).not.toHaveBeenCalled();
});

test('exit, by a mouse: leaving by the top opens, and scrolling does not', () => {
  hovers = true;
  whenIt('exit', open);
  const leave = (clientY: number) =>
    document.dispatchEvent(Object.assign(new Event('mouseout'), { clientY, relatedTarget: null }));

  scroll(...steps(0, 2000, 50), ...steps(2000, 0, 50));
  leave(300);
  expect(open).not.toHaveBeenCalled();
  leave(-1);
  leave(-1);

  expect(open).toHaveBeenCalledOnce();
});
