export function MetricCards() {
  return null;
}
