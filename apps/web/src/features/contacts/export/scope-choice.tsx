import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useCounted } from '../import/counted.ts';
import { mostSelected, type ExportScope } from './export-plan.ts';

type ScopeChoiceProps = {
  scopes: readonly ExportScope[];
  value: ExportScope;
  onChange: (scope: ExportScope) => void;
  /** Undefined until it is counted. */
  counts: Record<ExportScope, number | undefined>;
  /** Ticked in the list, even if that is more than can be exported. */
  selected: number;
};

export function ScopeChoice({ scopes, value, onChange, counts, selected }: ScopeChoiceProps) {
  const { t } = useTranslation('contacts-import');
  const format = useFormat();
  const counted = useCounted();
  const labelOf = (scope: ExportScope): string => {
    const count = counts[scope];
    if (scope !== 'all') return t(`export.${scope}`, counted(count ?? 0));
    return count === undefined ? t('export.all') : t('export.allOf', counted(count));
  };
  return (
    <div className="flex flex-col gap-3">
      {selected > mostSelected && (
        <Alert tone="info">{t('export.tooMany', { number: format.number(mostSelected) })}</Alert>
      )}
      <RadioCards
        legend={t('export.what')}
        look="list"
        value={value}
        onValueChange={onChange}
        options={scopes.map((scope) => ({ value: scope, label: labelOf(scope) }))}
      />
    </div>
  );
}
