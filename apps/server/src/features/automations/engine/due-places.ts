import { keyOf, type Place } from './place.ts';
import type { DuePlace } from './places.sql.ts';

/** Places of one organization that one transaction takes together; each costs the same eight statements, however few are due there. */
const mostTogether = 20;
/** Milliseconds that what failed rests; doubles with every further failure. */
const rest = { first: 1_000, most: 60_000 };

export type Group = { organizationId: string; places: Place[] };

type Organization = {
  waiting: Map<string, Place>;
  /** When it was last served, as a count of turns; 0 for never. */
  served: number;
  failures: number;
  notBefore: number;
};

/**
 * Whose turn it is: organizations one after the other, those that have had none first. So the hundred thousand of one delay the five
 * hundred of another by one turn, not by the hundred thousand.
 */
export class DuePlaces {
  readonly #organizations = new Map<string, Organization>();
  /** Places where more people are due than one turn takes; they get turns of their own, several lanes at once. */
  readonly #crowded = new Set<string>();
  /** Places of a turn that failed, to be taken one by one: so the one with which it fails is found. */
  readonly #alone = new Set<string>();
  /** Places with which it failed alone. They rest, and the others of their organization go on. */
  readonly #resting = new Map<string, { failures: number; notBefore: number }>();
  readonly #inHand = new Set<string>();
  readonly #now: () => number;
  #turns = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** What a look found. Places that are not due any more are forgotten. */
  refresh(due: readonly DuePlace[]): void {
    const found = Map.groupBy(due, ({ organizationId }) => organizationId);
    for (const [id, organization] of this.#organizations) {
      organization.waiting.clear();
      if (!found.has(id) && organization.notBefore <= this.#now()) this.#organizations.delete(id);
    }
    const keys = new Set(due.map(keyOf));
    for (const marked of [this.#crowded, this.#alone, this.#resting])
      for (const key of marked.keys()) if (!keys.has(key)) marked.delete(key);
    for (const [id, places] of found)
      for (const { automationId, version, step } of places) this.#add(id, { automationId, version, step });
  }

  #add(organizationId: string, place: Place): void {
    const fresh = { waiting: new Map<string, Place>(), served: 0, failures: 0, notBefore: 0 };
    const organization = this.#organizations.get(organizationId) ?? fresh;
    organization.waiting.set(keyOf(place), place);
    this.#organizations.set(organizationId, organization);
  }

  /** The next work; undefined when there is none, or others have it in hand. */
  next(): Group | undefined {
    let chosen: { id: string; organization: Organization; places: Place[] } | undefined;
    for (const [id, organization] of this.#organizations) {
      if (organization.notBefore > this.#now() || (chosen && organization.served >= chosen.organization.served))
        continue;
      const places = this.#together(organization);
      if (places.length > 0) chosen = { id, organization, places };
    }
    if (!chosen) return undefined;
    this.#turns += 1;
    chosen.organization.served = this.#turns;
    for (const place of chosen.places) {
      const key = keyOf(place);
      this.#inHand.add(key);
      // To the end of its organization.
      chosen.organization.waiting.delete(key);
      if (this.#crowded.has(key)) chosen.organization.waiting.set(key, place);
    }
    return { organizationId: chosen.id, places: chosen.places };
  }

  #together({ waiting }: Organization): Place[] {
    const places: Place[] = [];
    for (const [key, place] of waiting) {
      if ((this.#resting.get(key)?.notBefore ?? 0) > this.#now()) continue;
      if (this.#crowded.has(key) || (this.#alone.has(key) && !this.#inHand.has(key))) {
        if (places.length === 0) return [place];
        continue;
      }
      if (!this.#inHand.has(key)) places.push(place);
      if (places.length === mostTogether) break;
    }
    return places;
  }

  /** After a turn: `full` are the keys of places where more people are due. */
  done({ organizationId, places }: Group, full: ReadonlySet<string>): void {
    for (const place of places) {
      const key = keyOf(place);
      this.#inHand.delete(key);
      this.#alone.delete(key);
      this.#resting.delete(key);
      if (full.has(key)) {
        this.#crowded.add(key);
        this.#add(organizationId, place);
        continue;
      }
      this.#crowded.delete(key);
      this.#organizations.get(organizationId)?.waiting.delete(key);
    }
    const organization = this.#organizations.get(organizationId);
    if (organization) organization.failures = 0;
  }

  failed({ organizationId, places }: Group): void {
    for (const place of places) this.#inHand.delete(keyOf(place));
    if (places.length === 1) return this.#letRest(keyOf(places[0]!));
    for (const place of places) this.#alone.add(keyOf(place));
    const organization = this.#organizations.get(organizationId);
    if (!organization) return;
    organization.notBefore = this.#restAfter(organization.failures);
    organization.failures += 1;
  }

  #letRest(key: string): void {
    const failures = this.#resting.get(key)?.failures ?? 0;
    this.#resting.set(key, { failures: failures + 1, notBefore: this.#restAfter(failures) });
  }

  #restAfter(failures: number): number {
    return this.#now() + Math.min(rest.first * 2 ** failures, rest.most);
  }
}
