// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchInput } from './search-input.tsx';

const report = vi.fn<(value: string) => void>();
let arrive: (value: string) => void;

beforeEach(() => {
  vi.useFakeTimers();
  const shown = (value: string) => <SearchInput label="Find" value={value} onValueChange={report} />;
  const { rerender } = render(shown(''));
  arrive = (value) => rerender(shown(value));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const rest = () => act(() => void vi.advanceTimersByTime(250));
const reported = () => report.mock.calls.flat();

test('what is typed is told once, when no key follows for 250 ms', () => {
  type('a');
  act(() => void vi.advanceTimersByTime(200));
  type('ab');
  rest();

  expect(reported()).toEqual(['ab']);
});

test('letters typed while the own search arrives stay, and are told after it', () => {
  type('ab');
  rest();
  type('abc');

  arrive('ab');
  expect(field().value).toBe('abc');
  rest();
  arrive('abc');

  expect(field().value).toBe('abc');
  expect(reported()).toEqual(['ab', 'abc']);
});

test('so do those typed while two searches are on their way', () => {
  type('ab');
  rest();
  type('abc');
  rest();
  type('abcd');

  arrive('ab');
  arrive('abc');

  expect(field().value).toBe('abcd');
});

test('a value from outside is followed, also back to what was searched before', () => {
  type('ab');
  rest();
  arrive('ab');

  arrive('');
  expect(field().value).toBe('');
  arrive('ab');
  expect(field().value).toBe('ab');
  rest();

  expect(reported()).toEqual(['ab']);
});

test('what is emptied while the search arrives is told as empty', () => {
  type('ab');
  rest();
  type('');

  arrive('ab');
  rest();

  expect(field().value).toBe('');
  expect(reported()).toEqual(['ab', '']);
});
