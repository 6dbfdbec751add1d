/** Whether two say the same, whatever the order of their keys. */
export const isSame = (one: unknown, other: unknown): boolean => one === other || stable(one) === stable(other);

const stable = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
