import { Migration } from '@mikro-orm/migrations';

export class Catalogue extends Migration {
  override up(): void {
    this.addSql('create table "feed" ("id" uuid not null, "url" text not null, "publisher" text not null, "licence" text null, "time_zone" text not null, "state" text not null, "state_reason" text null, "next_url" text not null, "added_at" timestamptz(3) not null, "due_at" timestamptz(3) not null, "leased_until" timestamptz(3) null, "failures" int not null default 0, "last_failure" text null, "polled_at" timestamptz(3) null, "caught_up_at" timestamptz(3) null, "changed_at" timestamptz(3) null, "pages_read" int not null default 0, "items_read" int not null default 0, primary key ("id"))');
    this.addSql('alter table "feed" add constraint "feed_url_unique" unique ("url")');
    this.addSql('create index "feed_state_due_at_index" on "feed" ("state", "due_at")');
    this.addSql('create table "feed_item" ("feed_id" uuid not null, "item_id" text not null, "modified" bigint not null, "kind" text not null, "is_deleted" boolean not null, "data" text null, primary key ("feed_id", "item_id"))');
    this.addSql('create table "feed_problem" ("feed_id" uuid not null, "item_id" text not null, "cause" text not null, "detail" text not null, "is_rejected" boolean not null, "at" timestamptz(3) not null, primary key ("feed_id", "item_id", "cause"))');
    this.addSql('create index "feed_problem_feed_id_is_rejected_cause_item_id_index" on "feed_problem" ("feed_id", "is_rejected", "cause", "item_id")');
    this.addSql('create table "feed_thing" ("id" text not null, "feed_id" uuid not null, "item_id" text not null, "kind" text not null, "modified" bigint not null, "said_at" timestamptz(3) not null, "parent_id" text null, "facts" text not null, primary key ("id", "feed_id", "item_id"))');
    this.addSql('create index "feed_thing_feed_id_item_id_index" on "feed_thing" ("feed_id", "item_id")');
    this.addSql('create index "feed_thing_parent_id_index" on "feed_thing" ("parent_id")');
    this.addSql('create table "offer_reference" ("offer_id" text not null, "thing_id" text not null, primary key ("offer_id", "thing_id"))');
    this.addSql('create table "parent_activity" ("word" text not null, "parent_id" text not null, primary key ("word", "parent_id"))');
    this.addSql('create index "parent_activity_parent_id_index" on "parent_activity" ("parent_id")');
    this.addSql('create table "stale_thing" ("id" text not null, primary key ("id"))');
    this.addSql('alter table "opportunity_parent" add "published_id" text null, add "latitude" double precision null, add "longitude" double precision null, add "activities" json null, add "feed_id" uuid null');
    this.addSql('create index "opportunity_parent_latitude_longitude_index" on "opportunity_parent" ("latitude", "longitude")');
    this.addSql('alter table "opportunity" add "feed_id" uuid null, add "figure_modified" bigint null, add "lowest_price_minor" int null, add "lowest_price_currency" text null, add "withdrawn_at" timestamptz(3) null');
    this.addSql('create index "opportunity_parent_id_start_date_id_index" on "opportunity" ("parent_id", "start_date", "id")');
    this.addSql('drop index "opportunity_parent_id_index"');
    this.addSql('drop index "opportunity_start_date_id_index"');
    this.addSql('create index "opportunity_shown" on "opportunity" ("start_date", "id") where withdrawn_at is null');
    this.addSql('create index "opportunity_shown_type" on "opportunity" ("type", "start_date", "id") where withdrawn_at is null');
    this.addSql('create index "opportunity_shown_free" on "opportunity" ("lowest_price_minor", "start_date", "id") where withdrawn_at is null and lowest_price_minor = 0');
    this.addSql('create index "opportunity_withdrawn" on "opportunity" ("withdrawn_at", "id") where withdrawn_at is not null');
    this.addSql('create index "checkout_opportunity_id_index" on "checkout" ("opportunity_id")');
    this.addSql('create table "orphan_thing" ("id" text not null, "feed_id" uuid not null, "parent_id" text not null, primary key ("id"))');
    this.addSql('create index "orphan_thing_feed_id_id_index" on "orphan_thing" ("feed_id", "id")');
    this.addSql('create index "feed_item_feed_id_is_deleted_index" on "feed_item" ("feed_id", "is_deleted")');
    this.addSql('create index "opportunity_feed_id_withdrawn_at_index" on "opportunity" ("feed_id", "withdrawn_at")');
  }
}
