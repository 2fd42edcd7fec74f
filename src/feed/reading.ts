import type { ItemProblem, ProblemCause, ThingFacts, ThingKind } from './thing.facts.js';

/** Of one item: whoever publishes thousands of bad offers in it need not be told of each. */
const MAX_PROBLEMS = 20;

/** What is found in an item on the way. */
export class Reading {
  readonly problems: ItemProblem[] = [];
  readonly #parts = new Map<string, ThingFacts>();
  readonly #context = new Map<string, ThingFacts>();

  note(cause: ProblemCause, detail: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ cause, detail });
  }

  /** The first of an `@id` stands. */
  addPart(part: ThingFacts): void {
    if (!this.#parts.has(part.id)) this.#parts.set(part.id, part);
  }

  /** The first that is told of a thing stands. */
  addContext(told: ThingFacts): void {
    const key = `${told.kind} ${told.id}`;
    if (!this.#context.has(key)) this.#context.set(key, told);
  }

  get parts(): readonly ThingFacts[] {
    return [...this.#parts.values()];
  }

  get context(): readonly ThingFacts[] {
    return [...this.#context.values()];
  }
}

const NOTHING: Omit<ThingFacts, 'kind' | 'id'> = {
  parentId: null,
  name: null,
  description: null,
  url: null,
  startDate: null,
  endDate: null,
  duration: null,
  timeZone: null,
  eventStatus: null,
  remainingCapacity: null,
  place: null,
  activities: null,
  organization: null,
  organizationId: null,
  offers: null,
  offerIds: [],
};

/** A thing of which only this is known. */
export function thing(kind: ThingKind, id: string, known: Partial<ThingFacts>): ThingFacts {
  return { ...NOTHING, ...known, kind, id };
}
