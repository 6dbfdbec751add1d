/**
 * Whose turn it is: organizations one after the other, and inside an organization its campaigns one after the other. So
 * somebody's million delays somebody else's five hundred by one turn, not by the million.
 */
export class Rota<Desk> {
  readonly #organizations = new Map<string, Map<string, Desk>>();

  has(organizationId: string, campaignId: string): boolean {
    return this.#organizations.get(organizationId)?.has(campaignId) ?? false;
  }

  add(organizationId: string, campaignId: string, desk: Desk): void {
    const campaigns = this.#organizations.get(organizationId) ?? new Map<string, Desk>();
    campaigns.set(campaignId, desk);
    this.#organizations.set(organizationId, campaigns);
  }

  remove(organizationId: string, campaignId: string): void {
    const campaigns = this.#organizations.get(organizationId);
    campaigns?.delete(campaignId);
    if (campaigns?.size === 0) this.#organizations.delete(organizationId);
  }

  get size(): number {
    let desks = 0;
    for (const campaigns of this.#organizations.values()) desks += campaigns.size;
    return desks;
  }

  desks(): Desk[] {
    return [...this.#organizations.values()].flatMap((campaigns) => [...campaigns.values()]);
  }

  /** The next desk that may be served now; it goes to the end of its organization, and that to the end of all. */
  next(mayServe: (desk: Desk) => boolean): Desk | undefined {
    for (const [organizationId, campaigns] of this.#organizations) {
      for (const [campaignId, desk] of campaigns) {
        if (!mayServe(desk)) continue;
        campaigns.delete(campaignId);
        campaigns.set(campaignId, desk);
        this.#organizations.delete(organizationId);
        this.#organizations.set(organizationId, campaigns);
        return desk;
      }
    }
    return undefined;
  }
}
