//! How the ids of a census are divided: into chunks of consecutive ids, of which shard I of N takes I, I + N, I + 2N, …

/// The minimum number of chunks of a census that is not divided, so that all threads finish at about the same time;
/// there are fewer if there are few ids.
const MIN_CHUNKS: u64 = 256;

/// The minimum number of chunks of a shard, so that all shards take about the same time: ids near each other cost about
/// the same.
const MIN_SHARD_CHUNKS: u64 = 1024;

const MIN_CHUNK_IDS: u64 = 256;

/// The maximum number of ids in a chunk: about a second of work, which is lost if the program is killed.
const MAX_CHUNK_IDS: u64 = 1 << 16;

/// Returns the number of ids in a chunk of a census with a number of ids that is divided into shards; one shard is the
/// whole census.
///
/// ```
/// assert_eq!(rushlab_census::chunk_ids(243_502_786, 1), 65_536);
/// assert_eq!(rushlab_census::chunk_ids(243_502_786, 16), 14_862);
/// ```
pub fn chunk_ids(ids: u64, shards: u32) -> u64 {
    let chunks = if shards <= 1 { MIN_CHUNKS } else { MIN_SHARD_CHUNKS * u64::from(shards) };
    (ids / chunks).clamp(MIN_CHUNK_IDS, MAX_CHUNK_IDS)
}
