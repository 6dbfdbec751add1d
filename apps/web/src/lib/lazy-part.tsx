import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';

type Options<Props> = {
  /** Until it is there with its texts. */
  placeholder?: ReactNode;
  /** Called when it cannot be fetched, so that what asked for it closes. */
  onFailed?: (props: Props) => void;
};

/**
 * A part beside the page, fetched when it is first shown. Where that fails, as the server restarts or a new release has
 * taken the file away, it is left out, and its next rendering asks again. `React.lazy` would throw the failure for ever,
 * and the page goes with it, also a form half filled in.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { placeholder, onFailed }: Options<Props> = {},
) {
  let known: ComponentType<Props> | undefined;
  let asked: Promise<ComponentType<Props>> | undefined;
  const ask = async () => {
    try {
      return (known = await fetchPart());
    } finally {
      asked = undefined;
    }
  };
  return function LazyPart(props: Props): ReactNode {
    const [Part, setPart] = useState(() => known);
    // After each rendering: one that failed is asked for again, and who is gone is told nothing.
    useEffect(() => {
      if (Part) return undefined;
      let isHere = true;
      (asked ??= ask()).then(
        (part) => isHere && setPart(() => part),
        () => isHere && onFailed?.(props),
      );
      return () => {
        isHere = false;
      };
    });
    return <Suspense fallback={placeholder}>{Part ? <Part {...props} /> : placeholder}</Suspense>;
  };
}
