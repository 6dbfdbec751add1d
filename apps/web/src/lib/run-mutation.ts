import type { UseMutationResult } from '@tanstack/react-query';

type Told<Output> = {
  onSuccess?: (output: Output) => unknown;
  onError?: (error: Error) => unknown;
  onSettled?: () => unknown;
};

/**
 * Tells what became of a change also when the part of the screen that began it is gone, as the card of a deleted campaign is:
 * what is given to `mutate` is then never called.
 */
export function runMutation<Output, Input>(
  mutation: Pick<UseMutationResult<Output, Error, Input>, 'mutateAsync'>,
  input: Input,
  { onSuccess, onError, onSettled }: Told<Output>,
): void {
  void mutation
    .mutateAsync(input)
    .then(onSuccess, onError ?? (() => {}))
    .finally(onSettled);
}
