import { maxQrFileBytes, mostQrRows, type checkQrFile } from '@waggle/contracts/qr-bulk';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { ChooseFile } from '#ui/choose-file.tsx';
import { useCheckFile } from './queries.ts';

export type CheckedFile = { name: string; rows: ReplyOf<typeof checkQrFile>['rows'] };

const example = `name,target url,labels
Table 1,https://example.com/menu?table=1,Tables
Table 2,https://example.com/menu?table=2,Tables
Window,https://example.com/offers,"Windows; Summer"
`;

export function ChooseCodes({ onFile }: { onFile: (file: CheckedFile) => void }) {
  const { t } = useTranslation('links');
  const { number } = useFormat();
  const check = useCheckFile();
  const take = async (file: File) => {
    if (file.size > maxQrFileBytes) return t('bulk.tooLarge');
    try {
      onFile({ name: file.name, ...(await check.mutateAsync(file)) });
      return undefined;
    } catch (error) {
      return problemText(error);
    }
  };
  return (
    <ChooseFile
      text={t('bulk.columns', { most: number(mostQrRows) })}
      choose={t('bulk.choose')}
      checking={t('bulk.checking')}
      example={{ label: t('bulk.example'), name: 'qr_codes_example.csv', content: example }}
      onFile={take}
    />
  );
}
