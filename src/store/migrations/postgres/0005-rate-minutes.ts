import { Migration } from '@mikro-orm/migrations';

export class RateMinutes extends Migration {
  override up(): void {
    this.addSql('create unlogged table "rate_minute" ("holder" text not null, "ends_at" timestamptz(3) not null, "requests" int not null, "fields" int not null, primary key ("holder"))');
    this.addSql('create index "rate_minute_ends_at_index" on "rate_minute" ("ends_at")');
  }
}
