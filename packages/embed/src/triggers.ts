/** Calls back once, when what `on` names has happened: `delay:5`, `scroll:50`, `exit`; `click` is left to buttons. */
export function whenIt(on: string, open: () => void): void {
  const [kind, amount] = on.split(':');
  if (kind === 'scroll') return whenScrolled(Number(amount) || 50, open);
  if (kind === 'exit') return whenLeaving(open);
  if (kind !== 'click') setTimeout(open, (Number(amount) || 5) * 1000);
}

function whenScrolled(percent: number, open: () => void): void {
  const look = () => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const way = scrollHeight - clientHeight;
    if (way > 0 && (window.scrollY / way) * 100 < percent) return;
    window.removeEventListener('scroll', look);
    open();
  };
  window.addEventListener('scroll', look, { passive: true });
}

/** The pointer leaves by the top, towards the tabs. Where nothing hovers, going back up fast is the same wish. */
function whenLeaving(open: () => void): void {
  if (matchMedia('(hover: none)').matches) return whenHurryingUp(open);
  const leave = (event: MouseEvent) => {
    if (event.clientY > 0 || event.relatedTarget) return;
    document.removeEventListener('mouseout', leave);
    open();
  };
  document.addEventListener('mouseout', leave);
}

/** Pixels upwards without a rest, at more than two in a millisecond: half a phone in 150 ms. Who reads back is slower. */
const hurry = 300;

function whenHurryingUp(open: () => void): void {
  let [last, since, way] = [window.scrollY, Date.now(), 0];
  const look = () => {
    const [now, time] = [window.scrollY, Date.now()];
    const step = last - now;
    // All of it in one step is no finger: the page itself went there.
    way = step > 2 * (time - since) && step < hurry ? way + step : 0;
    [last, since] = [now, time];
    if (way < hurry) return;
    window.removeEventListener('scroll', look);
    open();
  };
  window.addEventListener('scroll', look, { passive: true });
}
