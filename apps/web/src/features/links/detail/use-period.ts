import { useNavigate, useSearch } from '@tanstack/react-router';
import { statPeriods } from '@waggle/contracts/qr-codes';
import type { Period } from '../queries.ts';

const from = '/dashboard/qr-codes/$qrCodeId';

/** The period in the address; 30 days unless it says otherwise. */
export function usePeriod() {
  const address = useSearch({ from });
  const navigate = useNavigate({ from });
  const period = statPeriods.find((one) => one === address.period) ?? '30d';
  const setPeriod = (next: Period) =>
    void navigate({
      search: (now) => ({ ...now, period: next === '30d' ? undefined : next }),
      replace: true,
      resetScroll: false,
    });
  return { period, setPeriod };
}
