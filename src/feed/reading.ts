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

  /** False when there is one of that `@id` already. */
  addPart(part: ThingFacts): boolean {
    const isNew = !this.#parts.has(part.id);
    if (isNew) this.#parts.set(part.id, part);
    return isNew;
  }

  /** The first that is told of a thing stands. */
  addContext(told: ThingFacts): void {
    const key = `${told.kind} ${told.id}`;
    if (!this.#context.has(key)) this.#context.set(key, told);
  }

  get parts(): readonly ThingFacts[] {
    return [...this.#parts.values()];
  }

  /** Without the item itself, which some publish again as the parent of its parts. */
  contextOf({ kind, id }: ThingFacts): readonly ThingFacts[] {
    this.#context.delete(`${kind} ${id}`);
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
