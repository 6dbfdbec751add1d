/** Who waits for a turn: newcomers first, then whoever has waited longest. */
class RoundRobin<Waiting> {
  readonly #newcomers = new Map<string, Waiting>();
  readonly #others = new Map<string, Waiting>();

  get(name: string): Waiting | undefined {
    return this.#newcomers.get(name) ?? this.#others.get(name);
  }

  get size(): number {
    return this.#newcomers.size + this.#others.size;
  }

  add(name: string, waiting: Waiting): void {
    this.#newcomers.set(name, waiting);
  }

  remove(name: string): void {
    this.#newcomers.delete(name);
    this.#others.delete(name);
  }

  had(name: string, waiting: Waiting): void {
    this.remove(name);
    this.#others.set(name, waiting);
  }

  *inTurn(): Generator<[string, Waiting]> {
    yield* this.#newcomers;
    yield* this.#others;
  }

  newcomers(): Iterable<[string, Waiting]> {
    return this.#newcomers;
  }
}

export type Turn<Sender> = { sender: Sender; isFirst: boolean };

/**
 * Whose turn it is: organizations one after the other, and inside an organization its senders one after the other. So
 * somebody's million delays somebody else's five hundred by one turn, not by the million. Before all come senders that
 * have had no turn at all: theirs is a short one, and nobody waits long for a first mail because others wait for their last.
 */
export class FairScheduler<Sender> {
  readonly #organizations = new RoundRobin<RoundRobin<Sender>>();

  get(organizationId: string, id: string): Sender | undefined {
    return this.#organizations.get(organizationId)?.get(id);
  }

  add(organizationId: string, id: string, sender: Sender): void {
    const known = this.#organizations.get(organizationId);
    const senders = known ?? new RoundRobin<Sender>();
    senders.add(id, sender);
    if (!known) this.#organizations.add(organizationId, senders);
  }

  remove(organizationId: string, id: string): void {
    const senders = this.#organizations.get(organizationId);
    senders?.remove(id);
    if (senders?.size === 0) this.#organizations.remove(organizationId);
  }

  senders(): Sender[] {
    return [...this.#organizations.inTurn()].flatMap(([, senders]) =>
      [...senders.inTurn()].map(([, sender]) => sender),
    );
  }

  /** The next sender that may be served now; it goes to the end of its organization, and that to the end of all. */
  next(mayServe: (sender: Sender) => boolean): Turn<Sender> | undefined {
    return (
      this.#serve((senders) => senders.newcomers(), mayServe, true) ??
      this.#serve((senders) => senders.inTurn(), mayServe, false)
    );
  }

  #serve(
    among: (senders: RoundRobin<Sender>) => Iterable<[string, Sender]>,
    mayServe: (sender: Sender) => boolean,
    isFirst: boolean,
  ): Turn<Sender> | undefined {
    for (const [organizationId, senders] of this.#organizations.inTurn()) {
      for (const [id, sender] of among(senders)) {
        if (!mayServe(sender)) continue;
        senders.had(id, sender);
        this.#organizations.had(organizationId, senders);
        return { sender, isFirst };
      }
    }
    return undefined;
  }
}
