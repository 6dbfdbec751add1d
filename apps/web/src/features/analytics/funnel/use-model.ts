import { useNavigate, useSearch } from '@tanstack/react-router';
import { type AttributionModel, attributionModels } from '@waggle/contracts/purchases';

const from = '/dashboard/analytics';

/** How revenue is shared among its sources; in the address, so that a link shows the same. */
export function useModel(): [AttributionModel, (model: AttributionModel) => void] {
  const { model } = useSearch({ from });
  const navigate = useNavigate({ from });
  const shown = attributionModels.find((one) => one === model) ?? 'last';
  const choose = (next: AttributionModel) =>
    void navigate({
      search: (address) => ({ ...address, model: next === 'last' ? undefined : next }),
      replace: true,
      resetScroll: false,
    });
  return [shown, choose];
}
