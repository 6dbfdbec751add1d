import { useFormat } from '#lib/format.ts';

/** `count` chooses the plural, `number` is what people read. */
export function useCounted() {
  const format = useFormat();
  return (count: number) => ({ count, number: format.number(count) });
}
