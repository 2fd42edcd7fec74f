import { Migration } from '@mikro-orm/migrations';

export class FirstTables extends Migration {
  override up(): void {
    this.addSql('create table `broker` (`id` text not null primary key, `name` text not null, `url` text not null, `created_at` datetime not null)');
    this.addSql('create table `api_key` (`id` text not null primary key, `broker_id` text not null, `secret_hash` text not null, `created_at` datetime not null, `retired_at` datetime null, constraint `api_key_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`))');
    this.addSql('create index `api_key_broker_id_index` on `api_key` (`broker_id`)');
    this.addSql('create table `broker_origin` (`broker_id` text not null, `origin` text not null, primary key (`broker_id`, `origin`), constraint `broker_origin_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`))');
    this.addSql('create index `broker_origin_broker_id_index` on `broker_origin` (`broker_id`)');
    this.addSql('create index `broker_origin_origin_index` on `broker_origin` (`origin`)');
    this.addSql('create table `customer` (`id` text not null primary key, `broker_id` text not null, `identifier` text null, `given_name` text not null, `family_name` text not null, `email` text not null, `is_13_or_over` integer null, `created_at` datetime not null, constraint `customer_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`))');
    this.addSql('create index `customer_broker_id_index` on `customer` (`broker_id`)');
    this.addSql('create table `idempotency_key` (`holder` text not null, `key` text not null, `fingerprint` text not null, `reference` text null, `created_at` datetime not null, primary key (`holder`, `key`))');
    this.addSql('create table `publishable_key` (`id` text not null primary key, `broker_id` text not null, `created_at` datetime not null, `retired_at` datetime null, constraint `publishable_key_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`))');
    this.addSql('create index `publishable_key_broker_id_index` on `publishable_key` (`broker_id`)');
    this.addSql("create table `seller` (`id` text not null primary key, `seller_id` text not null, `name` text not null, `url` text null, `status` text check (`status` in ('NOT_ONBOARDED', 'FREE', 'PAID', 'OPTED_OUT')) not null, `broker_id` text null, `created_at` datetime not null, `onboarded_at` datetime null, `version` integer not null default 1, constraint `seller_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`) on delete no action)");
    this.addSql('create unique index `seller_seller_id_unique` on `seller` (`seller_id`)');
    this.addSql('create index `seller_broker_id_index` on `seller` (`broker_id`)');
    this.addSql("create table `opportunity_parent` (`id` text not null primary key, `type` text check (`type` in ('SESSION_SERIES', 'FACILITY_USE')) not null, `name` text not null, `description` text null, `url` text null, `seller_id` text not null, `location_name` text not null, `location_address` text null, `time_zone` text not null, constraint `opportunity_parent_seller_id_foreign` foreign key (`seller_id`) references `seller` (`id`))");
    this.addSql('create index `opportunity_parent_seller_id_index` on `opportunity_parent` (`seller_id`)');
    this.addSql("create table `opportunity` (`id` text not null primary key, `identifier` text not null, `type` text check (`type` in ('SCHEDULED_SESSION', 'SLOT')) not null, `parent_id` text not null, `start_date` datetime not null, `end_date` datetime null, `event_status` text check (`event_status` in ('SCHEDULED', 'CANCELLED', 'POSTPONED')) not null, `remaining_capacity` integer null, constraint `opportunity_parent_id_foreign` foreign key (`parent_id`) references `opportunity_parent` (`id`))");
    this.addSql('create index `opportunity_parent_id_index` on `opportunity` (`parent_id`)');
    this.addSql('create index `opportunity_start_date_id_index` on `opportunity` (`start_date`, `id`)');
    this.addSql('create unique index `opportunity_type_identifier_unique` on `opportunity` (`type`, `identifier`)');
    this.addSql('create table `offer` (`key` text not null primary key, `id` text null, `opportunity_id` text null, `parent_id` text null, `name` text not null, `price_minor` integer null, `currency` text null, `valid_from_before_start_date` text null, `valid_through_before_start_date` text null, `is_advance_booking_unavailable` integer not null, constraint `offer_opportunity_id_foreign` foreign key (`opportunity_id`) references `opportunity` (`id`) on delete cascade, constraint `offer_parent_id_foreign` foreign key (`parent_id`) references `opportunity_parent` (`id`) on delete cascade)');
    this.addSql('create index `offer_opportunity_id_index` on `offer` (`opportunity_id`)');
    this.addSql('create index `offer_parent_id_index` on `offer` (`parent_id`)');
    this.addSql("create table `checkout_session` (`identifier` text not null primary key, `variant` text check (`variant` in ('AUTHENTICATED', 'STANDALONE')) not null, `broker_id` text null, `seller_id` text not null, `state` text check (`state` in ('OPEN', 'COMPLETED', 'EXPIRED', 'CANCELLED')) not null, `facts` json not null, `target_key_id` text not null, `target_hash` text not null, `created_at` datetime not null, `expires_at` datetime null, constraint `checkout_session_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`) on delete no action, constraint `checkout_session_seller_id_foreign` foreign key (`seller_id`) references `seller` (`id`))");
    this.addSql('create index `checkout_session_broker_id_index` on `checkout_session` (`broker_id`)');
    this.addSql('create index `checkout_session_seller_id_index` on `checkout_session` (`seller_id`)');
    this.addSql('create unique index `checkout_session_target_hash_unique` on `checkout_session` (`target_hash`)');
    this.addSql('create index `checkout_session_broker_id_created_at_identifier_index` on `checkout_session` (`broker_id`, `created_at`, `identifier`)');
    this.addSql('create table `order_quote` (`id` text not null primary key, `checkout_session_identifier` text not null, `customer_id` text null, `currency` text null, `total_minor` integer not null, `created_at` datetime not null, constraint `order_quote_checkout_session_identifier_foreign` foreign key (`checkout_session_identifier`) references `checkout_session` (`identifier`), constraint `order_quote_customer_id_foreign` foreign key (`customer_id`) references `customer` (`id`) on delete no action)');
    this.addSql('create index `order_quote_checkout_session_identifier_index` on `order_quote` (`checkout_session_identifier`)');
    this.addSql('create index `order_quote_customer_id_index` on `order_quote` (`customer_id`)');
    this.addSql('create table `order_item` (`id` text not null primary key, `quote_id` text not null, `position` integer not null, `opportunity_id` text not null, `accepted_offer` text not null, `price_minor` integer not null, constraint `order_item_quote_id_foreign` foreign key (`quote_id`) references `order_quote` (`id`), constraint `order_item_opportunity_id_foreign` foreign key (`opportunity_id`) references `opportunity` (`id`))');
    this.addSql('create index `order_item_quote_id_index` on `order_item` (`quote_id`)');
    this.addSql('create index `order_item_opportunity_id_index` on `order_item` (`opportunity_id`)');
    this.addSql('create unique index `order_item_quote_id_position_unique` on `order_item` (`quote_id`, `position`)');
    this.addSql("create table `customer_order` (`quote_id` text not null primary key, `broker_id` text not null, `state` text check (`state` in ('CREATED', 'PENDING_PAYMENT', 'AUTHORISED', 'BOOKED', 'CONFIRMED', 'PARTLY_CANCELLED', 'CANCELLED', 'FAILED')) not null, `created_at` datetime not null, `confirmed_at` datetime null, constraint `customer_order_quote_id_foreign` foreign key (`quote_id`) references `order_quote` (`id`) on update no action on delete no action, constraint `customer_order_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`))");
    this.addSql('create index `customer_order_broker_id_index` on `customer_order` (`broker_id`)');
    this.addSql('create index `customer_order_broker_id_created_at_quote_id_index` on `customer_order` (`broker_id`, `created_at`, `quote_id`)');
    this.addSql("create table `seller_link` (`id` text not null primary key, `purpose` text check (`purpose` in ('ONBOARD', 'UPDATE', 'VIEW')) not null, `seller_id` text not null, `broker_id` text not null, `stripe` integer null, `created_at` datetime not null, `expires_at` datetime not null, `opened_at` datetime null, constraint `seller_link_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`))");
    this.addSql('create index `seller_link_broker_id_index` on `seller_link` (`broker_id`)');
    this.addSql("create table `webhook_endpoint` (`id` text not null primary key, `broker_id` text not null, `kind` text check (`kind` in ('ORDER_SUCCESS', 'CUSTOMER_CHANGE')) not null, `url` text not null, `created_at` datetime not null, `disabled_at` datetime null, constraint `webhook_endpoint_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`))");
    this.addSql('create index `webhook_endpoint_broker_id_index` on `webhook_endpoint` (`broker_id`)');
    this.addSql('create unique index `webhook_endpoint_broker_id_kind_unique` on `webhook_endpoint` (`broker_id`, `kind`)');
  }
}
