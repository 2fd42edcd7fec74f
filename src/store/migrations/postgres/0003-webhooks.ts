import { Migration } from '@mikro-orm/migrations';

export class Webhooks extends Migration {
  override up(): void {
    this.addSql('alter table "webhook_endpoint" add "disabled_reason" text null, add "failing_since" timestamptz(3) null');
    this.addSql(`update "webhook_endpoint" set "disabled_reason" = 'GONE' where "disabled_at" is not null`);
    this.addSql(`alter table "webhook_delivery" add "kind" text not null default 'ORDER_SUCCESS', add "queued_at" timestamptz(3) null, add "leased_until" timestamptz(3) null, add "schedule_start" int not null default 0`);
    this.addSql('update "webhook_delivery" set "queued_at" = "created_at"');
    this.addSql('alter table "webhook_delivery" drop constraint "webhook_delivery_state_check", alter "kind" drop default, alter "schedule_start" drop default, alter "queued_at" set not null, alter "facts" drop not null');
    this.addSql('drop index "webhook_delivery_state_due_at_index"');
    this.addSql('create index "webhook_delivery_endpoint_id_state_due_at_index" on "webhook_delivery" ("endpoint_id", "state", "due_at")');
    this.addSql('create index "webhook_delivery_endpoint_id_queued_at_id_index" on "webhook_delivery" ("endpoint_id", "queued_at", "id")');
    this.addSql('create index "webhook_delivery_endpoint_id_leased_until_index" on "webhook_delivery" ("endpoint_id", "leased_until")');
    this.addSql('create index "webhook_delivery_state_ended_at_index" on "webhook_delivery" ("state", "ended_at")');
    this.addSql('create index "webhook_delivery_ended_at_index" on "webhook_delivery" ("ended_at") where facts is not null');
    this.addSql('create table "webhook_attempt" ("id" uuid not null, "delivery_id" uuid not null, "number" int not null, "at" timestamptz(3) not null, "duration_ms" int not null, "status" int null, "error" text null, "answer" text null, primary key ("id"))');
    this.addSql('create index "webhook_attempt_at_index" on "webhook_attempt" ("at")');
    this.addSql('alter table "webhook_attempt" add constraint "webhook_attempt_delivery_id_number_unique" unique ("delivery_id", "number")');
    this.addSql('alter table "webhook_attempt" add constraint "webhook_attempt_delivery_id_foreign" foreign key ("delivery_id") references "webhook_delivery" ("id")');
    this.addSql(RING);
    this.addSql(`create trigger "webhook_delivery_queued" after insert on "webhook_delivery" for each statement execute function "courtside_ring"('webhook')`);
    this.addSql(`create trigger "webhook_delivery_queued_again" after update of "queued_at" on "webhook_delivery" for each statement execute function "courtside_ring"('webhook')`);
    this.addSql(`create trigger "outbox_task_added" after insert on "outbox_task" for each statement execute function "courtside_ring"('outbox')`);
  }
}

/** Wakes, with the commit, whoever waits for work of this topic: see `bell.ts`. */
const RING = `create function "courtside_ring"() returns trigger language plpgsql as $$ begin perform pg_notify('courtside', tg_argv[0]); return null; end $$`;
