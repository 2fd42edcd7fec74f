import type { ValidationError } from '@openactive/data-model-validator';

interface Excuse {
  readonly type: string;
  readonly path: RegExp;
  readonly reason: string;
}

/** Failures that the validator finds and that stay, each with the reason. Warnings are advice: they ask for what nobody knows here. */
const EXCUSED: readonly Excuse[] = [
  { type: 'file_not_found', path: /activity|facilityType/, reason: 'tests ask nobody for the activity list' },
  { type: 'activity_not_in_activity_list', path: /activity/, reason: 'the same' },
  { type: 'file_not_found', path: /\["platform:\w+"\]$/, reason: 'tests ask nobody for our own context, which the gateway serves at /ns' },
  { type: 'experimental_fields_not_checked', path: /\["platform:\w+"\]$/, reason: 'the same' },
  { type: 'field_not_in_spec', path: /^\$\.(?:license|publisher)$|\["schema:isBasedOn"\]$/, reason: 'OpenActive has these words for a Dataset, and none of its own for whose data one item is; a reader of JSON-LD takes them anywhere' },
  { type: 'file_not_found', path: /^\$\.(?:license|publisher)$|\["schema:\w+"\]$/, reason: 'the same; tests ask nobody for a context' },
  { type: 'experimental_fields_not_checked', path: /\["schema:\w+"\]$/, reason: 'the same' },
  { type: 'missing_required_field', path: /\.location\.address\.(?:addressLocality|addressRegion|postalCode|addressCountry)$/, reason: 'an address is kept on one line, as it is shown' },
  { type: 'missing_required_field', path: /^\$\.(?:superEvent|facilityUse)\.(?:activity|\["facilityType","activity"\])$|^\$\.facilityUse\["facilityType","activity"\]$/, reason: 'the demo world does not say of what kind its things are' },
  { type: 'invalid_type', path: /^\$\.aggregateFacilityUse$/, reason: 'a court names its facility by its id, as a session names its series' },
];

/** What is wrong, in short, but for what is excused. */
export function failuresOf(errors: readonly ValidationError[]): readonly string[] {
  const failures = errors.filter(({ severity, type, path }) => severity === 'failure' && !EXCUSED.some((excuse) => excuse.type === type && excuse.path.test(path)));
  return failures.map(({ type, path, message }) => `${type} ${path}: ${message}`);
}
