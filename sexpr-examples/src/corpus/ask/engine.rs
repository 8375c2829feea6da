//! The engine that runs the queries: DataFusion, on one thread, with bounded memory.

use std::path::{self, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{io, panic, thread};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::datasource::MemTable;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::error::DataFusionError;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::{SessionConfig, SessionContext};
use miette::Diagnostic;
use tokio::runtime::{Builder, Runtime};
use url::Url;

/// How long the engine works before it is asked how far it has come.
const PATIENCE: Duration = Duration::from_millis(200);

/// The stack of the thread on which queries are planned and run: without optimization, their planner takes much.
const STACK: usize = 32 << 20;

/// A corpus cannot be asked.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum AskError {
    /// The memory does not suffice.
    #[error("the corpus does not fit in {} MiB of memory: {message}", memory >> 20)]
    #[diagnostic(help("allow more with `--memory MIB`"))]
    OutOfMemory {
        /// The memory that was allowed, in bytes.
        memory: usize,
        /// What the engine says.
        message: String,
    },
    /// A file of the index went while it was read.
    #[error("{0} was deleted after the index was opened")]
    #[diagnostic(help(
        "if `sexpr corpus index` ran at the same time, ask again; otherwise, call it: it writes what is missing"
    ))]
    NoPart(PathBuf),
    /// A file cannot be read, or something else is wrong.
    #[error("the corpus cannot be asked: {0}")]
    #[diagnostic(help(
        "if `sexpr corpus index` ran at the same time, ask again; otherwise, delete the index and make it anew"
    ))]
    Engine(DataFusionError),
    /// A thread cannot be started.
    #[error("the query cannot be started: {0}")]
    #[diagnostic(help("the system has no room for another thread: try again later"))]
    NotStarted(io::Error),
}

impl From<ArrowError> for AskError {
    fn from(error: ArrowError) -> Self {
        Self::Engine(error.into())
    }
}

/// A session with tables.
pub(super) struct Engine {
    context: SessionContext,
    runtime: Runtime,
    memory: usize,
    /// The files of tables.
    files: Vec<PathBuf>,
}

impl Engine {
    /// A session that takes so many bytes of memory for its tables.
    pub(super) fn new(memory: usize) -> Result<Self, AskError> {
        let runtime = Builder::new_current_thread().build().map_err(AskError::NotStarted)?;
        let pool = Arc::new(FairSpillPool::new(memory));
        let environment =
            RuntimeEnvBuilder::new().with_memory_pool(pool).build_arc().map_err(|error| failure(error, memory))?;
        let mut config = SessionConfig::new().with_target_partitions(1);
        config.options_mut().execution.parquet.schema_force_view_types = false;
        Ok(Self {
            context: SessionContext::new_with_config_rt(config, environment),
            runtime,
            memory,
            files: Vec::new(),
        })
    }

    /// Makes Parquet files a table.
    pub(super) fn add_files(&mut self, name: &str, files: &[PathBuf], schema: &SchemaRef) -> Result<(), AskError> {
        if files.is_empty() {
            return self.add_rows(name, RecordBatch::new_empty(schema.clone()));
        }
        let urls = files.iter().map(url_of).collect::<Result<Vec<_>, _>>().map_err(|error| self.failure(error))?;
        let options = ListingOptions::new(Arc::new(ParquetFormat::default()));
        let config =
            ListingTableConfig::new_with_multi_paths(urls).with_listing_options(options).with_schema(schema.clone());
        let table = ListingTable::try_new(config).map_err(|error| self.failure(error))?;
        self.context.register_table(name, Arc::new(table)).map_err(|error| self.failure(error))?;
        self.files.extend_from_slice(files);
        Ok(())
    }

    /// Makes rows a table.
    pub(super) fn add_rows(&self, name: &str, rows: RecordBatch) -> Result<(), AskError> {
        let table = MemTable::try_new(rows.schema(), vec![vec![rows]]).map_err(|error| self.failure(error))?;
        self.context.register_table(name, Arc::new(table)).map_err(|error| self.failure(error))?;
        Ok(())
    }

    /// Makes a query a table.
    pub(super) fn add_view(&self, name: &str, query: &str) -> Result<(), AskError> {
        let add = || {
            let view = self.runtime.block_on(self.context.sql(query))?.into_view();
            self.context.register_table(name, view)
        };
        self.on_thread(add, || {}).map(|_| ())
    }

    /// The rows of a query. `progress` is called from time to time, with the number of rows that were scanned.
    ///
    /// A hash join is quick, and keeps one side in memory. Where there is no room for that, the query is run again with joins
    /// that merge sorted rows, which may be in temporary files.
    pub(super) fn run(&self, query: &str, mut progress: impl FnMut(u64)) -> Result<Vec<RecordBatch>, AskError> {
        match self.run_once(query, &mut progress) {
            Err(AskError::OutOfMemory { .. }) => {
                let merge = || {
                    let set = "SET datafusion.optimizer.prefer_hash_join = false";
                    self.runtime.block_on(self.context.sql(set)).map(|_| ())
                };
                self.on_thread(merge, || {})?;
                self.run_once(query, &mut progress)
            }
            done => done,
        }
    }

    fn run_once(&self, query: &str, mut progress: impl FnMut(u64)) -> Result<Vec<RecordBatch>, AskError> {
        let plan = || self.runtime.block_on(async { self.context.sql(query).await?.create_physical_plan().await });
        let plan = self.on_thread(plan, || progress(0))?;
        // To the planner, a file that is missing is a folder without files. Later, it is an error.
        if let Some(missing) = self.files.iter().find(|file| !file.is_file()) {
            return Err(AskError::NoPart(missing.clone()));
        }
        let run = || self.runtime.block_on(collect(plan.clone(), self.context.task_ctx()));
        self.on_thread(run, || progress(rows_scanned(&plan)))
    }

    /// Does work on a thread with a large stack; `waiting` is called from time to time.
    fn on_thread<T: Send>(
        &self,
        work: impl FnOnce() -> Result<T, DataFusionError> + Send,
        mut waiting: impl FnMut(),
    ) -> Result<T, AskError> {
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            let work = move || {
                // Dropped at the end of the work, or when it panics.
                let _done = done;
                work()
            };
            let worker =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(AskError::NotStarted)?;
            while is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                waiting();
            }
            match worker.join() {
                Ok(result) => result.map_err(|error| self.failure(error)),
                Err(panicked) => panic::resume_unwind(panicked),
            }
        })
    }

    fn failure(&self, error: DataFusionError) -> AskError {
        failure(error, self.memory)
    }
}

fn failure(error: DataFusionError, memory: usize) -> AskError {
    match error.find_root() {
        DataFusionError::ResourcesExhausted(message) => AskError::OutOfMemory { memory, message: message.clone() },
        _ => AskError::Engine(error),
    }
}

/// The address of a file, which has no characters that stand for others.
fn url_of(file: &PathBuf) -> Result<ListingTableUrl, DataFusionError> {
    let file = path::absolute(file)?;
    let no_url = || DataFusionError::Configuration(format!("{} is no file's path", file.display()));
    ListingTableUrl::try_new(Url::from_file_path(&file).map_err(|()| no_url())?, None)
}

/// How many rows have been read from tables. A table counts as often as the plan scans it.
fn rows_scanned(plan: &Arc<dyn ExecutionPlan>) -> u64 {
    let children = plan.children();
    if children.is_empty() {
        return plan.metrics().and_then(|metrics| metrics.output_rows()).unwrap_or(0) as u64;
    }
    children.into_iter().map(rows_scanned).sum()
}
