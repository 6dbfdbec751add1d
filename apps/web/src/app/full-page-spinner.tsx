import { Spinner } from '#ui/spinner.tsx';

/** While it is not known who is there, nothing else is shown. */
export function FullPageSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner />
    </div>
  );
}
