import { useNavigate, useSearch } from '@tanstack/react-router';
import { type AttributionModel, attributionModels } from '@waggle/contracts/purchases';

/** How revenue is shared among its sources; in the address, so that a link shows the same. */
export function useModel(): [AttributionModel, (model: AttributionModel) => void] {
  const { model } = useSearch({ strict: false }) as { model?: string };
  const navigate = useNavigate();
  const shown = attributionModels.find((one) => one === model) ?? 'last';
  const choose = (next: AttributionModel) =>
    void navigate({
      to: '.',
      search: (address: object) => ({ ...address, model: next === 'last' ? undefined : next }),
      replace: true,
      resetScroll: false,
    } as never);
  return [shown, choose];
}
