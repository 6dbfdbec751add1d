import type { GoalMetric } from '@waggle/contracts/goals';
import { amountOf, digitsOf } from '@waggle/contracts/money';

/** Signs between thousands, in any language: a point, a comma, a blank or an apostrophe before three digits. */
const betweenThousands = /(?<=\d)[.,\s’'](?=\d{3}(?:\D|$))/g;

/** What somebody typed as a goal; null for what is none. 1,250.50 of USD is 125050. */
export function targetOf(metric: GoalMetric, typed: string, currency: string): number | null {
  const text = typed.trim();
  if (metric === 'revenue') {
    const plain = digitsOf(currency) < 3 ? text.replaceAll(betweenThousands, '') : text;
    return atLeastOne(amountOf(plain.replace(',', '.'), currency));
  }
  const plain = text.replaceAll(betweenThousands, '').replace(/\s?%$/, '');
  if (!/^\d{1,14}$/.test(plain)) return null;
  const target = atLeastOne(Number(plain));
  return metric === 'open-rate' && target !== null && target > 100 ? null : target;
}

const atLeastOne = (target: number | null): number | null => (target !== null && target >= 1 ? target : null);
