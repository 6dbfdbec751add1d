import type { SendingWindow } from '@waggle/contracts/sending-window';
import { offsetAt } from '@waggle/contracts/zones';

const day = 86_400_000;
const shareOf = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) / 14.4;

/** The hours of a day, with those of the window filled and a line for now. The words below say the same. */
export function DayBar({ window, now }: { window: SendingWindow; now: number }) {
  const [from, to] = [shareOf(window.from), shareOf(window.to)];
  const open =
    from < to
      ? [{ from, to }]
      : [
          { from: 0, to },
          { from, to: 100 },
        ];
  const wall = now + offsetAt(window.zone, now);
  const at = ((wall % day) / day) * 100;
  return (
    <div aria-hidden className="relative h-2 rounded-full bg-fill">
      {open.map((part) => (
        <span
          key={part.from}
          className="absolute inset-y-0 rounded-full bg-control-on"
          style={{ left: `${part.from}%`, width: `${part.to - part.from}%` }}
        />
      ))}
      <span className="absolute -inset-y-1 w-0.5 bg-accent-mark" style={{ left: `${at}%` }} />
    </div>
  );
}
