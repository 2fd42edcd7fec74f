/** An instant as a driver hands it over: milliseconds on SQLite, ISO-like text on PostgreSQL. Read it with `toInstant`. */
export type StoredInstant = number | string | Date;
/** JSON as a driver hands it over: text on SQLite, parsed on PostgreSQL. Read it with `fromJson`. */
export type StoredJson<T> = string | T;
