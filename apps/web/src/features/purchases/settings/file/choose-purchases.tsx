import type { ReplyOf } from '@waggle/contracts/endpoint';
import { type checkPurchaseFile, mostPurchaseRows } from '@waggle/contracts/purchases';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { ChooseFile } from '#ui/choose-file.tsx';
import { useCheckFile } from '../../queries.ts';

export type CheckedFile = { name: string; rows: ReplyOf<typeof checkPurchaseFile>['rows'] };

const mostBytes = 1_048_576;
const example = `email,amount,currency,date,order,description
hannah@example.com,45.50,USD,2026-05-30,1001,Tune-up
theo@example.com,120.00,USD,2026-05-31,1002,Two new tires
`;

export function ChoosePurchases({ onFile }: { onFile: (file: CheckedFile) => void }) {
  const { t } = useTranslation('revenue-settings');
  const { number } = useFormat();
  const check = useCheckFile();
  const take = async (file: File) => {
    if (file.size > mostBytes) return t('file.tooLarge');
    try {
      onFile({ name: file.name, ...(await check.mutateAsync(file)) });
      return undefined;
    } catch (error) {
      return problemText(error);
    }
  };
  return (
    <ChooseFile
      text={t('file.columns', { most: number(mostPurchaseRows) })}
      choose={t('file.choose')}
      checking={t('file.checking')}
      example={{ label: t('file.example'), name: 'purchases_example.csv', content: example }}
      onFile={take}
    />
  );
}
