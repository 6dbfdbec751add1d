import { useQuery } from '@tanstack/react-query';
import type { QrDesign } from '@waggle/contracts/qr-design';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { presetsQuery } from '../presets/queries.ts';

type ImportDesignProps = { design: QrDesign | undefined; onDesign: (design: QrDesign | undefined) => void };

const plain = 'plain';

/** One kept design for all of them; nothing to choose where none is kept. */
export function ImportDesign({ design, onDesign }: ImportDesignProps) {
  const { t } = useTranslation('links');
  const presets = useQuery(presetsQuery).data?.items ?? [];
  if (presets.length === 0) return null;
  const chosen = presets.find((preset) => preset.design === design);
  return (
    <Field label={t('design')}>
      {(control) => (
        <Select
          {...control}
          value={chosen?.id ?? plain}
          onValueChange={(value) => onDesign(presets.find(({ id }) => id === value)?.design)}
          options={[
            { value: plain, label: t('bulk.plain') },
            ...presets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </Field>
  );
}
