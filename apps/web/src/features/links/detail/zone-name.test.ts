import { expect, test } from 'vitest';
import { zoneName } from './zone-name.ts';

test.each([
  ['en-US', 'America/Los_Angeles', 'Pacific Time'],
  ['es', 'America/Los_Angeles', 'hora del Pacífico'],
  ['fr', 'Europe/Paris', 'heure d’Europe centrale'],
])('in %s, %s is called %s', (tag, timezone, name) => {
  expect(zoneName(tag, timezone)).toBe(name);
});
