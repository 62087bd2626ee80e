package engine

import (
	"fmt"
	"os"
	"path/filepath"
)

// writeConfig writes the configuration the engine starts with and returns its path.
//
// async_insert is off: an acknowledgement means the part is on disk, and the
// platform makes its own groups. deduplicate_blocks_in_dependent_materialized_views
// makes a repeated insert vanish behind views too. merge_selector_base is how many small
// parts are worth a merge: with its usual 5, a row of small inserts is written 27 times over,
// with 10 half as often, for a few parts more to read. Sources of a merge are removed at once, so a merged part
// is synced where inserted ones are. Backups may go anywhere this user
// can write: statements of users never come here without readonly.
func writeConfig(opts Options) (string, error) {
	dir := filepath.Join(opts.DataDir, "config")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("write engine configuration: %w", err)
	}
	users := filepath.Join(dir, "users.xml")
	config := filepath.Join(dir, "engine.xml")
	fsync := 0
	if opts.Fsync {
		fsync = 1
	}
	cache := min(opts.Memory/10, 256<<20)
	files := map[string]string{
		users: fmt.Sprintf(`<clickhouse>
  <profiles><default>
    <async_insert>0</async_insert>
    <deduplicate_blocks_in_dependent_materialized_views>1</deduplicate_blocks_in_dependent_materialized_views>
    <max_memory_usage>%d</max_memory_usage>
    <log_queries>0</log_queries>
    <insert_keeper_max_retries>0</insert_keeper_max_retries>
  </default></profiles>
  <users><default>
    <password></password>
    <networks><ip>::/0</ip></networks>
    <profile>default</profile>
    <quota>default</quota>
  </default></users>
  <quotas><default></default></quotas>
</clickhouse>
`, opts.Memory*8/10),
		config: fmt.Sprintf(`<clickhouse>
  <users_config>%s</users_config>
  <max_server_memory_usage>%d</max_server_memory_usage>
  <mark_cache_size>%d</mark_cache_size>
  <primary_index_cache_size>%d</primary_index_cache_size>
  <merge_tree>
    <fsync_after_insert>%d</fsync_after_insert>
    <fsync_part_directory>%d</fsync_part_directory>
    <min_rows_to_fsync_after_merge>%d</min_rows_to_fsync_after_merge>
    <merge_selector_base>10</merge_selector_base>
  </merge_tree>
  <backups><allowed_path>/</allowed_path></backups>
</clickhouse>
`, users, opts.Memory, cache, cache, fsync, fsync, fsync),
	}
	for path, text := range files {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return "", fmt.Errorf("write engine configuration: %w", err)
		}
	}
	return config, nil
}
