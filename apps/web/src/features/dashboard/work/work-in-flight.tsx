export function WorkInFlight() {
  return null;
}
