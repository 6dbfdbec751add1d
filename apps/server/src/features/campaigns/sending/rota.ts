/** Who waits for a turn: newcomers first, then whoever has waited longest. */
class Turns<Waiting> {
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

export type Turn<Desk> = { desk: Desk; isFirst: boolean };

/**
 * Whose turn it is: organizations one after the other, and inside an organization its campaigns one after the other. So
 * somebody's million delays somebody else's five hundred by one turn, not by the million. Before all come campaigns that
 * have had no turn at all: theirs is a short one, and nobody waits long for a first mail because others wait for their last.
 */
export class Rota<Desk> {
  readonly #organizations = new Turns<Turns<Desk>>();

  get(organizationId: string, campaignId: string): Desk | undefined {
    return this.#organizations.get(organizationId)?.get(campaignId);
  }

  add(organizationId: string, campaignId: string, desk: Desk): void {
    const known = this.#organizations.get(organizationId);
    const campaigns = known ?? new Turns<Desk>();
    campaigns.add(campaignId, desk);
    if (!known) this.#organizations.add(organizationId, campaigns);
  }

  remove(organizationId: string, campaignId: string): void {
    const campaigns = this.#organizations.get(organizationId);
    campaigns?.remove(campaignId);
    if (campaigns?.size === 0) this.#organizations.remove(organizationId);
  }

  desks(): Desk[] {
    return [...this.#organizations.inTurn()].flatMap(([, campaigns]) =>
      [...campaigns.inTurn()].map(([, desk]) => desk),
    );
  }

  /** The next desk that may be served now; it goes to the end of its organization, and that to the end of all. */
  next(mayServe: (desk: Desk) => boolean): Turn<Desk> | undefined {
    return (
      this.#serve((campaigns) => campaigns.newcomers(), mayServe, true) ??
      this.#serve((campaigns) => campaigns.inTurn(), mayServe, false)
    );
  }

  #serve(
    among: (campaigns: Turns<Desk>) => Iterable<[string, Desk]>,
    mayServe: (desk: Desk) => boolean,
    isFirst: boolean,
  ): Turn<Desk> | undefined {
    for (const [organizationId, campaigns] of this.#organizations.inTurn()) {
      for (const [campaignId, desk] of among(campaigns)) {
        if (!mayServe(desk)) continue;
        campaigns.had(campaignId, desk);
        this.#organizations.had(organizationId, campaigns);
        return { desk, isFirst };
      }
    }
    return undefined;
  }
}
