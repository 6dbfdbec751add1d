export function ContactGrowth() {
  return null;
}
