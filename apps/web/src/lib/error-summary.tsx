import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';

type ErrorSummaryProps<Name extends string> = {
  form: {
    setFocus: (name: NoInfer<Name>) => void;
    formState: { isSubmitted: boolean };
    errorOf: (name: NoInfer<Name>) => string | undefined;
  };
  /** Fields in the order of the form, with their labels. */
  labels: Record<Name, string>;
};

/** With three or more errors they are also listed on top; each leads to its field. */
export function ErrorSummary<Name extends string>({ form, labels }: ErrorSummaryProps<Name>) {
  const { t } = useTranslation();
  const wrong = (Object.entries(labels) as [Name, string][]).flatMap(([name, label]) => {
    const message = form.errorOf(name);
    return message ? [{ name, label, message }] : [];
  });
  if (!form.formState.isSubmitted || wrong.length < 3) return null;
  return (
    <Alert tone="danger" title={t('errorSummary', { count: wrong.length })}>
      <ul className="mt-1 flex flex-col gap-0.5">
        {wrong.map(({ name, label, message }) => (
          <li key={name}>
            <button
              type="button"
              className="min-h-6 text-left underline underline-offset-2"
              onClick={() => form.setFocus(name)}
            >
              {`${label}: ${message}`}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
