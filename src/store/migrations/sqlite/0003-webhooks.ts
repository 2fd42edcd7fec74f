import { Migration } from '@mikro-orm/migrations';

/** SQLite drops no constraint, so the table of deliveries is made anew around what is in it. */
export class Webhooks extends Migration {
  override up(): void {
    this.addSql('alter table `webhook_endpoint` add column `disabled_reason` text null');
    this.addSql('alter table `webhook_endpoint` add column `failing_since` datetime null');
    this.addSql("update `webhook_endpoint` set `disabled_reason` = 'GONE' where `disabled_at` is not null");
    this.addSql('create table `webhook_delivery_2` (`id` text not null primary key, `endpoint_id` text not null, `kind` text not null, `subject` text not null, `facts` json null, `body` text null, `state` text not null, `created_at` datetime not null, `queued_at` datetime not null, `due_at` datetime not null, `leased_until` datetime null, `attempts` integer not null, `schedule_start` integer not null, `last_status` integer null, `last_error` text null, `ended_at` datetime null, constraint `webhook_delivery_endpoint_id_foreign` foreign key (`endpoint_id`) references `webhook_endpoint` (`id`))');
    this.addSql("insert into `webhook_delivery_2` select `id`, `endpoint_id`, 'ORDER_SUCCESS', `subject`, `facts`, `body`, `state`, `created_at`, `created_at`, `due_at`, null, `attempts`, 0, `last_status`, `last_error`, `ended_at` from `webhook_delivery`");
    this.addSql('drop table `webhook_delivery`');
    this.addSql('alter table `webhook_delivery_2` rename to `webhook_delivery`');
    this.addSql('create index `webhook_delivery_subject_index` on `webhook_delivery` (`subject`)');
    this.addSql('create index `webhook_delivery_endpoint_id_state_due_at_index` on `webhook_delivery` (`endpoint_id`, `state`, `due_at`)');
    this.addSql('create index `webhook_delivery_endpoint_id_queued_at_id_index` on `webhook_delivery` (`endpoint_id`, `queued_at`, `id`)');
    this.addSql('create index `webhook_delivery_endpoint_id_leased_until_index` on `webhook_delivery` (`endpoint_id`, `leased_until`)');
    this.addSql('create index `webhook_delivery_state_ended_at_index` on `webhook_delivery` (`state`, `ended_at`)');
    this.addSql('create index `webhook_delivery_ended_at_index` on `webhook_delivery` (`ended_at`) where facts is not null');
    this.addSql('create table `webhook_attempt` (`id` text not null primary key, `delivery_id` text not null, `number` integer not null, `at` datetime not null, `duration_ms` integer not null, `status` integer null, `error` text null, `answer` text null, constraint `webhook_attempt_delivery_id_foreign` foreign key (`delivery_id`) references `webhook_delivery` (`id`))');
    this.addSql('create unique index `webhook_attempt_delivery_id_number_unique` on `webhook_attempt` (`delivery_id`, `number`)');
    this.addSql('create index `webhook_attempt_at_index` on `webhook_attempt` (`at`)');
  }
}
