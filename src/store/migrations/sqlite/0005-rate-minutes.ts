import { Migration } from '@mikro-orm/migrations';

export class RateMinutes extends Migration {
  override up(): void {
    this.addSql('create table `rate_minute` (`holder` text not null, `ends_at` datetime not null, `requests` integer not null, `fields` integer not null, primary key (`holder`))');
    this.addSql('create index `rate_minute_ends_at_index` on `rate_minute` (`ends_at`)');
  }
}
