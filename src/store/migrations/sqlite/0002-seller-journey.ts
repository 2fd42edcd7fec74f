import { Migration } from '@mikro-orm/migrations';

export class SellerJourney extends Migration {
  override up(): void {
    this.addSql("create table `demo_account` (`id` text not null primary key, `seller_name` text not null, `outcome` text check (`outcome` in ('PENDING', 'ACCEPTED', 'INFORMATION_NEEDED', 'REFUSED', 'DISCONNECTED')) not null, `created_at` datetime not null)");
    this.addSql("create table `outbox_task` (`id` text not null primary key, `kind` text check (`kind` in ('DISCONNECT_PAYMENT_ACCOUNT')) not null, `subject` text not null, `created_at` datetime not null, `due_at` datetime not null, `attempts` integer not null, `last_error` text null, `done_at` datetime null)");
    this.addSql('create index `outbox_task_done_at_due_at_index` on `outbox_task` (`done_at`, `due_at`)');
    this.addSql("create table `payment_account` (`id` text not null primary key, `seller_id` text not null, `broker_id` text not null, `provider` text not null, `provider_account_id` text not null, `status` text check (`status` in ('ONBOARDING', 'CONNECTED', 'INFORMATION_NEEDED', 'REFUSED', 'DISCONNECTING', 'DISCONNECTED')) not null, `created_at` datetime not null, `connected_at` datetime null, `disconnected_at` datetime null, constraint `payment_account_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`) on delete no action)");
    this.addSql('create index `payment_account_broker_id_index` on `payment_account` (`broker_id`)');
    this.addSql('create index `payment_account_seller_id_created_at_index` on `payment_account` (`seller_id`, `created_at`)');
    this.addSql("create table `seller_event` (`id` text not null primary key, `seller_id` text not null, `on_trigger` text check (`on_trigger` in ('ONBOARDED_FREE', 'ONBOARDED_PAID', 'MOVED_TO_PAID', 'MOVED_TO_FREE', 'OPTED_OUT')) not null, `status` text check (`status` in ('NOT_ONBOARDED', 'FREE', 'PAID', 'OPTED_OUT')) not null, `at` datetime not null, constraint `seller_event_seller_id_foreign` foreign key (`seller_id`) references `seller` (`id`))");
    this.addSql('create index `seller_event_seller_id_index` on `seller_event` (`seller_id`)');
    this.addSql('create index `seller_event_seller_id_at_index` on `seller_event` (`seller_id`, `at`)');
    this.addSql("create table `seller_flow` (`id` text not null primary key, `link_id` text not null, `secret_hash` text not null, `seller_version` integer null, `terms_version` text null, `refund_choice` text check (`refund_choice` in ('REFUND_NOW', 'REFUND_MYSELF')) null, `created_at` datetime not null, `expires_at` datetime not null, `completed_at` datetime null, constraint `seller_flow_link_id_foreign` foreign key (`link_id`) references `seller_link` (`id`) on update no action on delete no action)");
    this.addSql('create unique index `seller_flow_link_id_unique` on `seller_flow` (`link_id`)');
    this.addSql('create table `seller_move_request` (`id` text not null primary key, `seller_id` text not null, `broker_id` text not null, `requested_at` datetime not null, constraint `seller_move_request_seller_id_foreign` foreign key (`seller_id`) references `seller` (`id`), constraint `seller_move_request_broker_id_foreign` foreign key (`broker_id`) references `broker` (`id`))');
    this.addSql('create index `seller_move_request_seller_id_index` on `seller_move_request` (`seller_id`)');
    this.addSql('create index `seller_move_request_broker_id_index` on `seller_move_request` (`broker_id`)');
    this.addSql('create unique index `seller_move_request_seller_id_broker_id_unique` on `seller_move_request` (`seller_id`, `broker_id`)');
    this.addSql('create table `terms_acceptance` (`id` text not null primary key, `seller_id` text not null, `terms_version` text not null, `accepted_at` datetime not null, `link_id` text not null, constraint `terms_acceptance_link_id_foreign` foreign key (`link_id`) references `seller_link` (`id`))');
    this.addSql('create index `terms_acceptance_link_id_index` on `terms_acceptance` (`link_id`)');
    this.addSql('create index `terms_acceptance_seller_id_accepted_at_index` on `terms_acceptance` (`seller_id`, `accepted_at`)');
    this.addSql('alter table `broker` add column `accent_color` text null');
    this.addSql('alter table `seller` add column `can_take_payments` integer not null default false');
  }
}
