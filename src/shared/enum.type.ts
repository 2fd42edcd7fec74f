import { registerEnumType } from 'type-graphql';

/** A GraphQL enum out of its values' descriptions, so that no value can go without one. */
export function enumType<T extends string>(name: string, description: string, values: Readonly<Record<T, string>>): { readonly [K in T]: K } {
  const keys = Object.keys(values) as T[]; // the record's own keys
  const object = Object.fromEntries(keys.map((key) => [key, key])) as { readonly [K in T]: K }; // each key mapped to itself
  const valuesConfig = Object.fromEntries(keys.map((key) => [key, { description: values[key] }])) as Record<T, { description: string }>; // same keys
  registerEnumType(object, { name, description, valuesConfig });
  return object;
}
