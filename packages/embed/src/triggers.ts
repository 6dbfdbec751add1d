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

/** The pointer leaves by the top, towards the tabs. Where there is no pointer, going back up fast is the same wish. */
function whenLeaving(open: () => void): void {
  const leave = (event: MouseEvent) => {
    if (event.clientY > 0 || event.relatedTarget) return;
    document.removeEventListener('mouseout', leave);
    open();
  };
  document.addEventListener('mouseout', leave);
}
